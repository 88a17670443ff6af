package accesslog

import "strings"

// patterns are usual formats by their names.
var patterns = map[string]string{
	"common":         `%h %l %u %t "%r" %>s %b`,
	"combined":       `%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i"`,
	"vhost_common":   `%v %h %l %u %t "%r" %>s %b`,
	"vhost_combined": `%v %h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i"`,
}

// nginxFields are the variables of nginx that are used.
var nginxFields = map[string]field{
	"remote_addr": address, "http_x_forwarded_for": forwarded, "http_x_real_ip": forwarded, "http_cf_connecting_ip": forwarded,
	"time_local": when, "time_iso8601": when, "msec": when,
	"request": request, "request_method": method, "request_uri": target, "uri": path, "document_uri": path,
	"args": query, "query_string": query, "host": host, "http_host": host, "server_name": host, "ssl_server_name": host,
	"status": status, "http_user_agent": agent,
}

func nginxField(name string) field {
	if f, ok := fieldNames[name]; ok { // as --log-field has them
		return f
	}
	return nginxFields[name]
}

// apacheField gives the field of a directive of Apache's mod_log_config.
func apacheField(directive, argument string) field {
	switch directive {
	case "h", "a":
		if argument == "" || argument == "c" {
			return address
		}
	case "l":
		return ident
	case "u":
		return user
	case "t":
		return when
	case "r":
		return request
	case "m":
		return method
	case "U":
		return path
	case "q":
		return query
	case "v", "V":
		return host
	case "s":
		return status
	case "i":
		switch strings.ToLower(argument) {
		case "x-forwarded-for", "x-real-ip", "cf-connecting-ip":
			return forwarded
		case "user-agent":
			return agent
		case "host":
			return host
		}
	}
	return unused
}
