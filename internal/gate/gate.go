// Package gate is a reverse proxy that admits one user. It protects a server that checks neither the sender of a
// request nor its origin, such as broadwayd, which shows a GTK program in a browser.
//
// Any web page can make a browser send requests to the loopback interface, and so can any user of the machine. The gate
// therefore requires:
//
//   - a Host header that names the loopback interface, which prevents DNS rebinding,
//   - no other origin,
//   - a cookie, which is set by the address with the token.
package gate

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"html"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"slices"
	"strconv"
	"strings"
)

// The paths of broadwayd. No others are forwarded.
const (
	page   = "/"
	script = "/broadway.js"
	socket = "/socket"
)

// Gate is an http.Handler in front of a server that listens on a Unix socket.
type Gate struct {
	// Refusal is the page shown without a valid token or cookie.
	Refusal Refusal

	hosts  []string // values of Host that are admitted
	token  string
	cookie http.Cookie
	proxy  *httputil.ReverseProxy
}

// Refusal holds the texts of a page. Again is the text of a link to the same page.
type Refusal struct{ Title, Text, Again string }

// New returns a gate for a port of the loopback interface, in front of the server on a Unix socket. Token, cookie and
// cookie path are random.
func New(port int, unix string) *Gate {
	host := func(name string) string { return net.JoinHostPort(name, strconv.Itoa(port)) }
	g := &Gate{
		hosts: []string{host("127.0.0.1"), host("localhost"), host("::1")},
		token: rand.Text(),
		cookie: http.Cookie{
			// Browsers share the cookies of a host between all ports. The name is unique to this port. Servers on other
			// ports, possibly of other users, do not receive the cookie, since they do not know its path.
			Name: "studio-" + strconv.Itoa(port), Value: rand.Text(), Path: "/" + rand.Text() + "/",
			HttpOnly: true, SameSite: http.SameSiteStrictMode,
		},
	}
	g.proxy = &httputil.ReverseProxy{
		Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", unix)
		}},
		Rewrite:  g.rewrite,
		ErrorLog: log.New(io.Discard, "", 0), // the browser shows errors
	}
	return g
}

// URL returns the secret address that opens the window.
func (g *Gate) URL() string { return "http://" + g.hosts[0] + "/?token=" + g.token }

// ServeHTTP forwards a request or refuses it.
func (g *Gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.harden(w.Header(), r.Host)
	asked, known := strings.CutPrefix(r.RequestURI, strings.TrimSuffix(g.cookie.Path, "/"))
	switch {
	case !slices.Contains(g.hosts, r.Host):
		http.Error(w, "Wrong host.", http.StatusMisdirectedRequest)
	case !sameOrigin(r, asked == socket):
		http.Error(w, "Wrong origin.", http.StatusForbidden)
	case r.Method != http.MethodGet:
		w.Header().Set("Allow", http.MethodGet)
		http.Error(w, "Wrong method.", http.StatusMethodNotAllowed)
	case r.ContentLength != 0: // broadwayd would take the body as the next request
		http.Error(w, "Unexpected body.", http.StatusBadRequest)
	case g.hasToken(r):
		http.SetCookie(w, &g.cookie)
		http.Redirect(w, r, g.cookie.Path, http.StatusSeeOther) // removes the token from the address bar and the history
	case !known || !g.hasCookie(r):
		g.refuse(w)
	case asked == page || asked == script || asked == socket:
		g.proxy.ServeHTTP(w, r)
	default:
		http.NotFound(w, r)
	}
}

// sameOrigin reports whether the request comes from our own page. Browsers send an Origin header with each WebSocket
// request, and with other requests if they cross origins.
func sameOrigin(r *http.Request, required bool) bool {
	switch origin := r.Header.Values("Origin"); len(origin) {
	case 0:
		return !required
	case 1:
		return origin[0] == "http://"+r.Host
	}
	return false
}

// hasToken reports whether the request has the token.
func (g *Gate) hasToken(r *http.Request) bool {
	token, ok := strings.CutPrefix(r.RequestURI, "/?token=")
	return ok && equal(token, g.token)
}

// hasCookie reports whether the request has the cookie. Servers on other ports may have set cookies of the same name.
func (g *Gate) hasCookie(r *http.Request) bool {
	return slices.ContainsFunc(r.CookiesNamed(g.cookie.Name), func(c *http.Cookie) bool { return equal(c.Value, g.cookie.Value) })
}

// equal compares a value with a secret in constant time.
func equal(got, secret string) bool {
	return subtle.ConstantTimeCompare([]byte(got), []byte(secret)) == 1
}

// harden sets headers that prevent other pages from embedding or observing ours, and ours from loading other content.
func (g *Gate) harden(h http.Header, host string) {
	connect := "'self'"
	if slices.Contains(g.hosts, host) {
		connect += " ws://" + host
	}
	for name, value := range map[string]string{
		// The page of broadwayd uses inline event handlers and styles.
		"Content-Security-Policy": "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data: blob:; " +
			"connect-src " + connect + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		"X-Frame-Options":              "DENY",
		"X-Content-Type-Options":       "nosniff",
		"Referrer-Policy":              "no-referrer",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Cache-Control":                "no-store",
	} {
		h.Set(name, value)
	}
}

// refuse writes the page for a request without the cookie. Browsers omit a strict cookie if the user followed a link on
// another page. The link on this page then opens the window.
func (g *Gate) refuse(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusForbidden)
	fmt.Fprintf(w, `<!DOCTYPE html>
<title>%[1]s</title>
<body style="font-family: sans-serif; max-width: 40em; margin: 3em auto; padding: 0 1em">
<h1>%[1]s</h1>
<p>%[2]s</p>
<p><a href="">%[3]s</a></p>
`, html.EscapeString(g.Refusal.Title), html.EscapeString(g.Refusal.Text), html.EscapeString(g.Refusal.Again))
}

// rewrite builds the request for the server. It removes the cookie and all headers that describe the browser.
func (g *Gate) rewrite(p *httputil.ProxyRequest) {
	asked := strings.TrimPrefix(p.In.RequestURI, strings.TrimSuffix(g.cookie.Path, "/"))
	h := http.Header{}
	if asked == socket {
		// broadwayd compares the names of headers including their case.
		for _, name := range []string{"Connection", "Upgrade", "Origin", "Sec-WebSocket-Key", "Sec-WebSocket-Version", "Sec-WebSocket-Protocol"} {
			if v := p.Out.Header.Get(name); v != "" {
				h[name] = []string{v}
			}
		}
	}
	p.Out.Header = h
	p.Out.URL.Scheme, p.Out.URL.Host, p.Out.URL.Path, p.Out.URL.RawPath, p.Out.URL.RawQuery = "http", p.In.Host, asked, "", ""
	p.Out.Host = p.In.Host
}
