// Package stored is the crawl file with the options that its crawl was made
// under: how they are noted, how verdicts are computed from the file alone,
// and whether a later run may go on with it. Options are noted under the names
// that they have on portolan's command line; the evidence of verdicts names
// them so, too.
package stored
