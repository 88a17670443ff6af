package accesslog

import (
	"slices"
	"strings"
)

// columnNames are the names under which servers, CDNs and log tools write what
// is used, in lower case, the best first: in JSON with points between the
// levels, in W3C logs and CSV as they stand there.
var columnNames = [fields][]string{
	address: {
		"c-ip", "clientip", "client_ip", "request.client_ip", "request.remote_ip", "remote_addr", "remote_ip", "clienthost", "clientrequestip",
		"httprequest.remoteip", "cliip", "source.ip", "client.ip", "source.address", "client.address", "properties.clientip", "proxy.clientip",
		"downstream_remote_address", "request.remote_addr", "remotehost", "remote_host", "x-edge-client-ip", "ip", "client", "clientaddr",
		"cs-ip", "src_ip", "nginx.access.remote_ip",
	},
	forwarded: {"x-forwarded-for", "http_x_forwarded_for", "cs(x-forwarded-for)", "request.headers.x-forwarded-for", "x_forwarded_for", "http_cf_connecting_ip", "x-real-ip"},
	when: {
		"time_local", "time_iso8601", "edgestarttimestamp", "startutc", "startlocal", "@timestamp", "timestamp", "ts", "time", "reqtimesec", "_time",
		"start_time", "datetime", "date_time", "msec", "event_time", "receivetimestamp", "date",
	},
	date:    {"date"},
	clock:   {"time"},
	request: {"request", "request_line", "requestline", "http_request", "cs-request"},
	method: {
		"cs-method", "request_method", "requestmethod", "clientrequestmethod", "request.method", "httprequest.requestmethod", "reqmethod",
		"http.request.method", "properties.httpmethod", "proxy.method", "method", "verb", "http_method", "nginx.access.method",
	},
	target: {
		"cs-uri", "request_uri", "clientrequesturi", "request.uri", "httprequest.requesturl", "url.original", "requestpath", "properties.requesturi",
		"request_url", "requesturl", "uri", "url", "url.full", "http_url", "nginx.access.url",
	},
	path: {
		"cs-uri-stem", "clientrequestpath", "url.path", "reqpath", "uri_path", "proxy.path", "path", "document_uri", "request_path", "request.path",
	},
	query: {
		"cs-uri-query", "args", "query_string", "querystring", "querystr", "url.query", "uri_query", "query", "request_query",
	},
	host: {
		"x-host-header", "cs-host", "cs(host)", "http_host", "clientrequesthost", "request.host", "requesthost", "reqhost", "url.domain",
		"properties.hostname", "proxy.host", "authority", ":authority", "vhost", "virtual_host", "server_name", "host", "domain",
	},
	status: {
		"sc-status", "edgeresponsestatus", "status", "downstreamstatus", "httprequest.status", "statuscode", "http.response.status_code",
		"properties.httpstatuscode", "proxy.statuscode", "response_code", "response_status", "status_code", "response.status", "response",
		"elb_status_code", "http_status", "code", "nginx.access.response_code",
	},
	agent: {
		"cs(user-agent)", "http_user_agent", "clientrequestuseragent", "request.headers.user-agent", "request_user-agent", "httprequest.useragent",
		"ua", "user_agent.original", "properties.useragent", "proxy.useragent", "user_agent", "useragent", "request_user_agent", "http_useragent", "agent",
		"user-agent", "cs-user-agent",
	},
	whole: {"_raw", "event.original", "message", "log", "textpayload", "msg"},
}

// columns says which column of a line is which field.
type columns struct {
	fields map[string]ranked // by name, as it stands in the file
}

type ranked struct {
	field field
	rank  uint8 // of several columns for a field the lowest counts
}

// bind finds the fields among the names that a file has. given are the user's
// own, and go first; without are names that mean something else in this kind
// of file.
func bind(names []string, given map[field]string, without ...string) columns {
	c := columns{fields: map[string]ranked{}}
	has := func(want string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, want) })
	}
	halves := has("date") && has("time")
	for f := range fields {
		if own, found := given[f]; found {
			c.fields[own] = ranked{f, 0}
			continue
		}
		if (f == date || f == clock) != halves && (f == date || f == clock || f == when) {
			continue
		}
		for rank, want := range columnNames[f] {
			for _, name := range names {
				if !strings.EqualFold(name, want) || slices.Contains(without, want) {
					continue
				}
				if _, taken := c.fields[name]; !taken {
					c.fields[name] = ranked{f, uint8(rank + 1)}
				}
			}
		}
	}
	if c.has(request) || c.has(target) || c.has(path) {
		c.drop(whole) // the line itself has the URL
	}
	return c
}

func (c *columns) has(f field) bool { return c.best(f) < 255 }

func (c *columns) best(f field) uint8 {
	best := uint8(255)
	for _, r := range c.fields {
		if r.field == f {
			best = min(best, r.rank)
		}
	}
	return best
}

func (c *columns) drop(f field) {
	for name, r := range c.fields {
		if r.field == f {
			delete(c.fields, name)
		}
	}
}

// usable reports whether the columns name a URL and its status.
func (c *columns) usable() bool {
	return c.has(whole) || c.has(status) && (c.has(request) || c.has(target) || c.has(path))
}
