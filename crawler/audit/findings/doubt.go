package findings

import (
	"context"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
)

// fewDoubts are too few pages to doubt a site by.
const fewDoubts = 10

// NotRendered is the doubt of a site that scripts make.
const NotRendered = "scripts make its start page, and no browser has read what they show"

// Doubt says why what a judged crawl has read may not be the site though nothing was left
// unread, "" where nothing speaks against it; front is what the markup of the start page shows.
// Most of the pages listed look like the site's answer to addresses that cannot exist, under one
// title: an answer to too many requests, a notice of maintenance; sites that answer all addresses
// have titles of their own. Or scripts make the start page, and links have led to no other.
func Doubt(ctx context.Context, crawl frontier.Crawl, front page.Front) (string, error) {
	if one := frontier.OneAnswerOf(crawl); one != nil {
		return doubtOf(one), nil
	}
	d := doubter{crawl: crawl}
	unknown, err := frontier.List[frontier.Unknown](crawl.Meta(frontier.MetaUnknown))
	if err == nil {
		d.codes, err = crawl.Codes(ctx)
	}
	if err != nil {
		return "", fmt.Errorf("look whether the site was read: %w", err)
	}
	d.answers = lookalike.ReadAnswers(unknown)
	if !d.answers.Any() && !mayBeShell(front, shellLinks) {
		return "", nil
	}
	var vote lookalike.Majority[string]
	listed, led, shell := 0, 0, frontier.NoID
	err = d.each(ctx, func(row *frontier.Row) {
		if listed++; row.Sources&frontier.FromStart != 0 && scriptsMake(row.Page, front, shellWords, shellLinks) {
			shell = row.ID
		} else if row.Sources&frontier.FromLink != 0 {
			led++
		}
		if d.looksUnknown(row) && vote.Add(row.Page.Title) {
			vote.Most = strings.Clone(row.Page.Title) // of the row at hand
		}
	})
	if err == nil && shell != frontier.NoID && led <= shellLinks {
		if rendered, err := isRendered(ctx, crawl, shell); err != nil || !rendered {
			return NotRendered, err
		}
	}
	if err != nil || vote.Most == "" {
		return "", err
	}
	n := 0
	err = d.each(ctx, func(row *frontier.Row) {
		if row.Page.Title == vote.Most && d.looksUnknown(row) {
			n++
		}
	})
	if err != nil || n < fewDoubts || 2*n <= listed {
		return "", err
	}
	return fmt.Sprintf("%s of its %s pages look like its answer to addresses that cannot exist: %s", number(float64(n)), number(float64(listed)), cut(vote.Most)), nil
}

type doubter struct {
	crawl   frontier.Crawl
	codes   []uint8
	answers *lookalike.Answers
}

// each gives the pages that are listed.
func (d *doubter) each(ctx context.Context, take func(*frontier.Row)) error {
	for row, err := range d.crawl.Brief(ctx, 0, frontier.DetailLook, frontier.DetailText) {
		if err != nil {
			return fmt.Errorf("look whether the site was read: %w", err)
		}
		if int(row.ID) < len(d.codes) && audit.Code(d.codes[row.ID]) == audit.Listed && lookalike.IsPage(row) {
			take(row)
		}
	}
	return nil
}

// looksUnknown tells of a page that looks like the answer to addresses that cannot exist.
func (d *doubter) looksUnknown(row *frontier.Row) bool {
	if !d.answers.Any() {
		return false
	}
	found, _ := d.answers.Match(row)
	return found != nil
}

// isRendered tells whether a browser has read a page.
func isRendered(ctx context.Context, crawl frontier.Crawl, id frontier.ID) (bool, error) {
	for r, err := range crawl.Renderings(ctx) {
		if err != nil {
			return false, fmt.Errorf("look whether the site was read: %w", err)
		}
		if r.ID == id {
			return r.Page != nil, nil
		}
	}
	return false, nil
}
