package robots

const WebPageText = "a web page (HTML) is served in place of robots.txt: crawlers find no rules in it"
