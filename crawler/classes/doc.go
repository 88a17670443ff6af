// Package classes tells pages from views of pages: it finds out, from what a
// crawl has read, what the parameters of its URLs do. It is pure over a
// frontier.Crawl.
//
// A URL is a family (origin and path) with parameters: those of the query,
// between & or ;, of path segments (/coats;colour=red), facets in the path
// (/coats/colour:red, /coats/colour=red, /coats/f/colour-red, /coats/f/brand-acme_colour-red), an order and facets in one value
// (?q=:name:brand:acme), values behind a plus
// (/tag/red+round) and parts in the path (/coats/page/2). Their order is nothing. Where one parameter holds
// several values (filter=83,100, ?q=Colour-red/Brand-acme), it stands once for each: twenty of its values are put together with , | or / of
// parts which come again in three of them and more, and nine in ten of these stand alone, too; that a facet has several values in it (Colour-red-blue)
// may be found later. The address of a page in the path (/login/referer/aHR0cDovL2EuZXhhbXBsZS8/) is the value of what stands before it. Facets in the path whose words do not say so
// (/coats/acme/red, /coats/brand/acme/colour/red, /c/coats/brand-acme/colour-red, /c/coats/red+acme) are those of which sixty addresses have three and more
// behind a folder that is a page, each of which stands behind it alone, too; what three of these have counts wherever it stands in a path of the host.
// So do words that say how a list is sorted or looks (/coats/view-grid/sort-name/page-2.html), of which two values and more stand behind three folders each.
// A state in the path (/file/5209f092004f/src/read.c) is one, too: the first segment behind a folder that looks generated, where twenty of
// these and twenty names behind them stand in three URLs and more each. Families that have a shape in
// common (numbers, more than fifty names beside each other, or three with the
// same parameters, ten where it is but one, unless they are programs: viewtopic.php, posting.php) are one class;
// so are not the folders behind which states stand.
//
// What a parameter does belongs to the class and the parameter. Pages of it,
// those with fewest parameters, of these those of lowest SHA-256, so that the order of the crawl makes no difference,
// are compared with the page of the same URL without the parameter, without
// those that never stand without it, or without those that always stand beside it, by their content (record.Facts.Content, up to words of the URL that are repeated)
// and by the links that lead out of the family, menus and actions with a token left out. Nothing is
// invented and asked for: where that page is not known, the sample says
// nothing.
//
//   - no effect: the same content and the same links, every time, as the page
//     without it or as a later part of that (the address of a post in its thread). Where next to
//     no base is known, or all have the text of theirs and only links differ, the
//     same page with other values is what a sample is compared with (its twins):
//     six, each with a text of its own, and none that differs by more than twelve
//     links to pages of its own shape. A twin of each sample is read for it, and
//     what lists show of links to such URLs, or to those with a parameter of which nothing is known yet, waits for that. Parameters are looked
//     at alone, then with those that never stand without them, then with all of
//     their class. One page of those that differ by such a parameter alone is
//     read where the page without it is never met.
//     Days (a room on another one) have none, though prices differ, where title, headings and
//     next to all of the text are the base's and no page leads to anything that is not known otherwise, but for
//     days that are over (menus, results) to which pages without one lead; nor
//     has one word on twenty pages (show=full) with which they show up to as many words more.
//   - sorts: the links of the whole list, in another order, number or look; or, where the parameter names states, those that
//     it had then (the log up to a commit); or, for numbers, some less and some more of them (entries of a part).
//     So does a second (?from=2020-07-13T03:00:00Z), and what always stands beside one, where fifty pages
//     and more, nine in ten of one title, have led to nothing that is not known otherwise: what has happened, from another moment on.
//     Such are vouched for by no link.
//   - narrows: some of its links; and each value stands in several URLs. A value
//     that stands in one URL alone names a page.
//   - cumulative: all of its links, and more; unless the name says that it sorts: the other parts of
//     that list have other addresses.
//   - paginates: numbers that link to the next or the last one, share few
//     links with the first part, begin with one of the first three parts, and do
//     not stand beside a parameter whose name says that it paginates; nor, if they begin with 1, beside one that is found to
//     and does not: a part has no parts, a month has.
//     Where parts are counted from 0, so that 1 leads to the second one, it is that which shares few links with its base; 0 beside it changes nothing.
//     A name that says so is enough where one sample links to the next one or has a base.
//   - translates: rel=alternate to the base, or the same links with other words
//     or prices where there is no list in parts. A name and values that say how a list is sorted,
//     or looks, do not translate. A value with which two pages and nineteen in twenty are the same
//     as without is the one that is meant where none is given; what no class of the host
//     contradicts holds in those of few samples, too.
//   - leads to nothing that may be listed: fifty answers, of which none may be
//     by its own word (noindex, canonical, type, or for members alone while others are
//     shown), and that have led to nothing else that may: forms, old versions, addresses of
//     single posts. What they have led to first is known otherwise where it is reached
//     without them.
//     Archives that lead to articles are fetched to their end. Fifty redirects of
//     URLs with the same parameters, and no other answer of such but 404 and 410, are that, too, if
//     they have led to nothing that is not known otherwise, half of them to pages or
//     to the same page for any value of their own program, and one in twenty at most
//     to other redirects: those may be a wall that will be gone.
//   - the same page for any value: an address that cannot exist, with a made-up
//     value, has shown the text that nineteen in twenty of its pages have; or that
//     several of them have each, where values are the addresses of other pages
//     (a login that leads back). Or fifty pages and more, all but one in fifty,
//     have one title and content, nine in ten of them word by word and number by
//     number with three others at least, and have led to nothing that is not known
//     otherwise: a program that wants a login. What a sitemap or another source
//     than a link names does not count, unless one for ten of them has the text:
//     then all are pages.
//   - repeats pages: numbers, or values that look generated, of which each stands in three
//     URLs and more (the commit in the browser of a repository), and of whose views
//     nine in ten showed what another view of the same URL without it showed, too.
//   - put together: values of several words, of which nine in ten with three
//     words were found on the page of two of them, the same words added to
//     several others, and that lead to nothing that is not known otherwise, narrow.
//   - narrows, too, what is one of two states that are compared: both look generated and come again in three URLs
//     and more each, of a thousand URLs or more of the class a hundred were read, which do not repeat pages and have led
//     to nothing that is not known otherwise. HEAD is no such value.
//   - specifies: anything else, and whenever samples disagree.
//
// Lists are compared as the union of their parts, and a list of which a part is
// not read is none of which anything is known to be missing. One that says that there is
// nothing in it is no list of what stands there all the same.
//
// Where the value of one parameter that next to all URLs of a path have decides which
// others they have (a=commit has h, a=blob f and hb), it is part of the family: /?a=commit. Where twenty names below a
// folder, at any depth, have a parameter whose values come again with each of them, they are one class, /tree/**,
// unless the same names lie in folders beside each other (/tree/ and /log/). In such a class the path itself may be
// what repeats pages: the diff of a commit below each of its files; of those without parameters, which show the last state,
// one stands for three and more that are the same. Parameters whose values look generated and stand in
// three URLs and more, whatever their paths are, name states; another one beside them has a name of its own ("h beside id"), and all that a
// front controller shows ("hb beside h").
//
// Of the URLs that differ by what has no effect a page stands for all, if it is not one that says
// the same in ten such groups and more, in three of which another page says something else:
// what a search has found is not there for who comes without having searched. Where nothing else was read in
// ten groups and more that say the same, one more is read in each of forty. Pages with a text that comes at any address are no
// samples, and stand for nothing.
//
// What follows (Of): of what repeats pages one of each URL without it is read and listed, the shortest that is known then, the others are not, whether one of them was read or not.
// no effect and sorts are variants of the page without the
// parameter, and without those of one value that never stand without it; two values that narrow together are held back, one alone is a page;
// parts past the end have nothing in them, or what an earlier part has, but for boxes. Of the orders of a
// list that is not met without one, the shortest URL stands for all, moments and states aside. Where
// the site vouches for a URL that sorts or narrows, it is a page: a sitemap, the
// last set or another source than a link names it, or a page without parameters
// in another family links to it, but for a program's own page that links to three orders of one list: the heads of its columns. While a crawl that ended early has read no
// sitemap, what sorts by one parameter alone is a page, too. When in doubt a URL is a page.
//
// While a site is crawled, a Round decides by the same relations which of the
// URLs that wait are fetched next, and its Plan which of those to come need not
// wait. What a round holds back it would call a view at the end, too, by six
// samples at least.
//
// Of each family of a class, 200 at most, one page is compared, too, and one view
// fetched before the others are held back: where it shows something else, the
// parameter specifies in its family, in a class of twenty families at least;
// where one family in ten contradicts, in all. Parameters that always stand beside others are left to these.
//
// Where most pages without a parameter name their view with it as canonical, it is the page (heedCanonicals).
// Where pages name the page without the parameter as canonical, and are the same, twenty of them speak for all classes
// of the host in which the parameter stands, unless one class in ten contradicts: of a class one sample or two that say
// the same are enough then, and of its families only those with three views or more have one of their own looked at.
// rel=alternate makes a translation only of a page that names itself, too: a view that names its base alone calls itself the base.
//
// Parts of a site whose pages lead to ever more of it, to each of which nothing else
// leads, are mazes (FindMazes), if walks through them come to no end.
//
// Pages of one path that say what another one of other parameters says, each figure included, are copies of it where ten
// are shown so, and half of all with the parameter (renamed.go): the topic by the number of a post.
//
// Pages that say again what another one says, as one to be printed, are told of by package retold.
//
// # Thresholds
//
// Twenty samples show with 95 % what holds for six in seven pages; one in twenty
// may contradict, since a page may change between two requests, but none where
// pages would be folded. Three are the least that show anything. What twenty samples have shown (six, by twins)
// holds for later looks where fewer than half as many show something else. What seems to sort by fewer than twenty samples
// narrows where it does so in three classes of the host, and sorts by twenty in none. Five links may
// come and go on a page or a part of a list (boxes of what others look at), or as
// many as pages of this site were seen to have; none where twenty pages that are the same had all their links in common.
// Where fewer of its links are those of the base than not, a list shows nothing. Decimals name no page, however
// many there are (places on a map). Twenty pages that link to a view each, to another one each, vouch for none. Lists must share six links,
// one more, to be called equal; of shorter ones twenty show that they are narrowed. A value of a facet stands in four URLs at least
// for each of its values. 4,096 parameters, 12,000 pages (24,000 more of families) that are compared by up to
// 128 of their links, 200,000 parts and 300,000 pages with views bound the memory;
// what lies beyond is a page.
package classes
