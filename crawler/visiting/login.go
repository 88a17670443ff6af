package visiting

import (
	"log/slog"
)

const loginInURL = "the password in the URL is used as --basic-auth; it is safer there: lists of processes and shell histories show URLs, and --basic-auth reads @FILE and PORTOLAN_BASIC_AUTH"

// UseLogin uses the login of a typed URL, unless the user gave one by flag.
func (n *Network) UseLogin(log *slog.Logger, login string) {
	switch {
	case login == "":
	case n.BasicAuth != "":
		log.Warn("the password in the URL is not used: --basic-auth was given, too")
	default:
		n.BasicAuth = login
		log.Warn(loginInURL)
	}
}
