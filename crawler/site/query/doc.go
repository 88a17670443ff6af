// Package query asks a stored crawl for its URLs, links and findings: columns
// by name, filters over them, rows as a stream in order of discovery. It is
// what commands, reports and other programs use; it fetches nothing.
//
// A filter is "NAME OP VALUE". NAME is a column, OP one of
//
//	=  the value is this (case aside)
//	!= it is not
//	~  it holds this text (case aside); after "re:" a regular expression
//	<  a number below this one
//	>  a number above it
//
// Values with commas between them are alternatives, a backslash before a comma
// makes it one of the value; several filters hold all together. Of a column with
// several values, such as the findings of a URL, one that fits is enough for =
// and ~; with != none may.
package query
