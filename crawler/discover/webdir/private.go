package webdir

import (
	"io/fs"
	"os"
	"strings"
	"time"
)

// Files that lie in the folders of web servers and are for nobody outside.

// privateEnds are ends of names, in lower case without the point, and what
// they are.
var privateEnds = map[string]string{}

func init() {
	for kind, ends := range map[string]string{
		"backup":            "bak bak1 bak2 backup swp swo swn old orig original save sav tmp temp rej copy part crdownload",
		"archive":           "zip tar gz tgz bz2 tbz tbz2 xz txz 7z rar zst tzst lz lz4 lzma z cab iso img dmg jar war ear phar wpress deb rpm",
		"database or dump":  "sql sqlite sqlite3 db db3 mdb accdb dump dmp bson rdb frm ibd myd myi",
		"key or password":   "pem key p12 pfx jks keystore kdb kdbx ppk gpg pgp asc csr crt cer der htpasswd passwd pgpass ovpn",
		"configuration":     "ini conf cfg cnf config env properties yml yaml toml lock htaccess",
		"log":               "log err",
		"part of a program": "inc",
	} {
		for end := range strings.FieldsSeq(ends) {
			privateEnds[end] = kind
		}
	}
}

// privateNames are whole names, in lower case.
var privateNames = map[string]string{
	"id_rsa": "key or password", "id_dsa": "key or password", "id_ecdsa": "key or password", "id_ed25519": "key or password",
	"wp-config.php": "configuration", "configuration.php": "configuration", "settings.php": "configuration", "local.xml": "configuration",
	"composer.json": "configuration", "package.json": "configuration", "package-lock.json": "configuration", "dockerfile": "configuration",
	"makefile": "configuration", "gemfile": "configuration", "thumbs.db": "configuration", "desktop.ini": "configuration",
	"error_log": "log", "access_log": "log", "core": "database or dump",
}

// private tells why a file must not be named, "" if it may be.
func private(name string) string {
	lower := strings.ToLower(name)
	switch {
	case strings.HasPrefix(name, "."):
		return "dot file"
	case strings.HasSuffix(name, "~"), strings.HasPrefix(name, "~"), strings.HasPrefix(name, "#") && strings.HasSuffix(name, "#"):
		return "backup"
	case privateNames[lower] != "":
		return privateNames[lower]
	}
	parts := strings.Split(lower, ".")
	last := parts[len(parts)-1]
	if len(parts) > 1 {
		if why := privateEnds[strings.TrimRight(last, "0123456789")]; why == "backup" {
			return why // .old2
		}
		if why := privateEnds[last]; why != "" {
			return why
		}
		if _, backup, found := strings.Cut(last, "_"); found && privateEnds[backup] == "backup" {
			return "backup" // index.php_old
		}
	}
	if len(parts) > 2 {
		switch parts[len(parts)-2] {
		case "bak", "backup", "orig", "sql":
			return "backup" // index.bak.php
		}
	}
	return ""
}

// privateFolder tells why a folder is not looked into.
func privateFolder(name string, dots bool) string {
	switch strings.ToLower(name) {
	case ".git", ".svn", ".hg", ".bzr", "cvs", "rcs", "sccs", ".ssh", ".gnupg", ".aws", ".azure", ".config", ".docker", ".kube",
		".vscode", ".idea", ".trash", "__macosx", "node_modules":
		return "folder of tools"
	}
	if strings.HasPrefix(name, ".") && !dots {
		return "dot folder"
	}
	return ""
}

// visited are folders that links led to, by size and time.
type visited map[place][]fs.FileInfo

type place struct {
	size int64
	time time.Time
}

// first notes a folder; false if it was noted before.
func (v *visited) first(info fs.FileInfo) bool {
	if *v == nil {
		*v = visited{}
	}
	at := place{info.Size(), info.ModTime()}
	for _, other := range (*v)[at] {
		if os.SameFile(other, info) {
			return false
		}
	}
	(*v)[at] = append((*v)[at], info)
	return true
}
