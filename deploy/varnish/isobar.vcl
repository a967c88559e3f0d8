vcl 4.1;

# Varnish 7 in front of Isobar as an edge cache: public reads are cached as their Cache-Control says, everything else is passed through.
#   varnishd -a :6081 -f /etc/varnish/isobar.vcl -s malloc,1G
# Set Isobar's TRUST_PROXY to 1 or to this machine's address. A TLS terminator in front of Varnish must speak the PROXY protocol to it
# (-a :6081,PROXY), so that client.ip is the client's. Nothing has to be purged.

import std;

backend isobar {
  .host = "127.0.0.1";
  .port = "3000";
  .connect_timeout = 2s;
  # Longer than the service takes for a batch with all its fallbacks.
  .first_byte_timeout = 30s;
  .between_bytes_timeout = 30s;
}

sub vcl_recv {
  # The service trusts its proxy, so headers that a client could forge are replaced with its real address, or removed.
  set req.http.X-Forwarded-For = client.ip;
  unset req.http.Forwarded;
  unset req.http.X-Forwarded-Host;
  unset req.http.X-Request-Id;
  unset req.http.Traceparent;
  if (std.port(local.ip) == 443) {
    set req.http.X-Forwarded-Proto = "https";
  } else {
    set req.http.X-Forwarded-Proto = "http";
  }
  set req.grace = 10y;
  if (req.restarts == 0) {
    unset req.http.X-Edge-Wait;
  } elsif (req.http.X-Edge-Wait == "fetch") {
    # vcl_hit has found data that may only be shown if the service fails: this pass ignores stale data.
    set req.grace = 0s;
  }

  # For Prometheus, which scrapes each node directly.
  if (req.url ~ "^/api/metrics") {
    return (synth(404));
  }
  # Only public reads are cached. Other requests keep their cookies and method: a caching Varnish turns HEAD into GET, which makes a difference for
  # a job or a link in a mail.
  if (req.method != "GET" && req.method != "HEAD" || req.http.Authorization) {
    return (pass);
  }
  if (req.url !~ "^/api/(weather|weather/history|weather/accuracy|geocode|location/name|recent-checks|platform/limits|ads|pages|openapi\.json)(\?|$)"
    && req.url !~ "^/api/(weather/map-tile|alerts|ads|pages)/"
    && req.url !~ "^/(icons|assets)/"
    && req.url !~ "^/[\w.-]+\.(svg|ico|js|json|webmanifest|txt)(\?|$)") {
    return (pass);
  }
  # These answers are the same for everybody.
  unset req.http.Cookie;
  set req.url = std.querysort(req.url);
  return (hash);
}

sub vcl_hash {
  # Some answers contain absolute links.
  hash_data(req.http.X-Forwarded-Proto);
}

sub vcl_backend_response {
  # A failure is not cached and replaces no cached answer: vcl_synth gives that to the waiting client.
  if (beresp.status >= 500 && (bereq.is_bgfetch || bereq.http.X-Edge-Wait == "fetch")) {
    return (abandon);
  }
  if (beresp.status >= 500 || beresp.http.Set-Cookie || beresp.http.Cache-Control !~ "(?i)public" || beresp.ttl <= 0s && beresp.grace <= 0s) {
    set beresp.ttl = 0s;
    set beresp.grace = 0s;
    set beresp.uncacheable = true;
    return (deliver);
  }
  # RFC 5861: Varnish reads stale-while-revalidate as grace. Data that only stale-if-error allows is kept as well; vcl_hit distinguishes the two.
  set beresp.http.X-Edge-Revalidate = beresp.grace + "s";
  set beresp.http.X-Edge-Error = regsub(beresp.http.Cache-Control, "^.*stale-if-error=(\d{1,8}).*$", "\1") + "s";
  if (std.duration(beresp.http.X-Edge-Error, 0s) > beresp.grace) {
    set beresp.grace = std.duration(beresp.http.X-Edge-Error, 0s);
  }
  # One client's limit must not be shown to another.
  unset beresp.http.RateLimit;
  unset beresp.http.RateLimit-Policy;
  return (deliver);
}

sub vcl_hit {
  if (obj.ttl > 0s || obj.ttl + std.duration(obj.http.X-Edge-Revalidate, 0s) > 0s || req.http.X-Edge-Wait == "failed") {
    return (deliver);
  }
  # Too old to be shown during a refetch, unless that fails.
  set req.http.X-Edge-Wait = "fetch";
  return (restart);
}

# The service failed or cannot be reached.
sub vcl_synth {
  if (resp.status == 503 && req.http.X-Edge-Wait == "fetch") {
    set req.http.X-Edge-Wait = "failed";
    return (restart);
  }
}

sub vcl_backend_error {
  return (abandon);
}

sub vcl_deliver {
  unset resp.http.X-Edge-Revalidate;
  unset resp.http.X-Edge-Error;
  unset resp.http.X-Varnish;
  unset resp.http.Via;
  # RFC 9211: the caches that an answer has passed through, the service's own first.
  if (obj.hits > 0) {
    set resp.http.Cache-Status = regsub(resp.http.Cache-Status, "(.)$", "\1, ") + "edge; hit";
  } else {
    set resp.http.Cache-Status = regsub(resp.http.Cache-Status, "(.)$", "\1, ") + "edge; fwd=miss";
  }
}
