package proxy

import "net"

// pageListener gives the page's own connections.
type pageListener struct {
	net.Listener
	page *Page
}

func (l pageListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return l.page.conn(c, ""), nil
}

// pageConn is a connection of a page, which ends with the page.
type pageConn struct {
	net.Conn
	page *Page
	host string // of the CONNECT before, or ""
}

func (p *Page) conn(c net.Conn, host string) net.Conn {
	conn := &pageConn{Conn: c, page: p, host: host}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ctx.Err() != nil {
		c.Close()
	}
	p.conns[conn] = true
	return conn
}

func (c *pageConn) Close() error {
	err := c.Conn.Close()
	go c.page.forget(c) // Page.Close holds the lock
	return err
}

func (p *Page) forget(c *pageConn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.conns, c)
}
