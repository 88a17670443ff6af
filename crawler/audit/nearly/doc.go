// Package nearly finds pages with nearly the same main text, of a whole site, by
// their prints (record.Print). What pages of several kinds have in common, such as a
// notice in each, tells nothing and is left out (pure).
package nearly
