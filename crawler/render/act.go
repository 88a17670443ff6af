package render

import (
	"context"
	"encoding/json"
	"time"
)

// What a page shows after a scroll or a click has so long, by its own clock,
// to appear.
const appears = time.Second

// scrollScript brings the end of the page into view.
const scrollScript = `(() => {
  const root = Object.getOwnPropertyDescriptor(Document.prototype, "documentElement").get.call(document);
  scrollTo(0, root ? root.scrollHeight : 0);
})()`

// clickScript clicks what a selector finds, if it can be seen and is in use,
// and tells whether there was such.
const clickScript = `((selector) => {
  const found = Document.prototype.querySelector.call(document, selector);
  if (!found || found.disabled || !found.checkVisibility()) return false;
  found.click();
  return true;
})`

// act scrolls, and then clicks, as often as the options say, or until nothing
// more comes of it.
func (t *tab) act(ctx context.Context) error {
	o := t.renderer.options
	for range o.Scroll {
		if err := t.evaluate(ctx, scrollScript, nil); err != nil {
			return t.within(ctx, hangs, func(context.Context) error { return err })
		}
		more, err := t.more(ctx)
		if err != nil {
			return err
		}
		if !more {
			break
		}
	}
	selector, err := json.Marshal(o.Click)
	if err != nil {
		return err
	}
	if o.Clicks > 0 {
		t.renderer.asked.Add(1)
	}
	for range o.Clicks {
		clicked := false
		if err := t.evaluate(ctx, clickScript+"("+string(selector)+")", &clicked); err != nil {
			return t.within(ctx, hangs, func(context.Context) error { return err })
		}
		if !clicked {
			return nil
		}
		t.renderer.clicked.Add(1)
		if more, err := t.more(ctx); err != nil || !more {
			return err
		}
	}
	return nil
}

// more lets time pass, and tells whether the page has changed. What comes into
// view is known after the first of its halves, what that asks for after the other.
func (t *tab) more(ctx context.Context) (bool, error) {
	before := t.print
	if err := t.advance(ctx, appears/2); err != nil {
		return false, err
	}
	err := t.advance(ctx, appears/2)
	return t.print != before, err
}
