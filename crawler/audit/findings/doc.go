// Package findings says what is wrong with a crawled site: broken links,
// canonicals that lead nowhere, duplicate titles and so on, each by a rule with
// its threshold, its reason and its mend. Rules is the table of all.
//
// A finding is a fact of one answer, or between answers that were fetched; what
// is a guess says "likely". Nothing is claimed that an incomplete crawl cannot
// know: a rule says what it needs (Need), and what could not be told is in the
// Summary with the reason. One cause is one finding: what is blocked or broken
// has no findings about its content.
//
// It is pure over a judged crawl: the same crawl and options give the same
// findings in the same order.
package findings
