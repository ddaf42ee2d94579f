vcl 4.1;

# Varnish 7 between the proxy that ends TLS and Ajo, which runs with PURGE_URL and PURGE_TOKEN.
backend ajo {
  .host = "127.0.0.1";
  .port = "3000";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    # Replace the token with that of PURGE_TOKEN.
    if (req.http.authorization != "Bearer replace-with-purge-token") {
      return (synth(403));
    }
    ban("obj.http.surrogate-key == ajo");
    return (synth(200));
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # Responses that differ by account, language or currency. A page that refreshes itself asks for its data.
  if (req.http.cookie ~ "(^|;\s*)(__Host-)?(session|uid|language|currency)=" || req.http.accept == "application/json" || req.http.authorization) {
    return (pass);
  }
  # Parameters of trackers, which no page reads.
  set req.url = regsuball(req.url, "(?<=[?&])(utm_\w+|fbclid|gclid)=[^&]*(&|$)", "");
  set req.url = regsub(req.url, "[?&]$", "");
  return (hash);
}

sub vcl_backend_response {
  if (beresp.http.surrogate-key == "ajo") {
    # What makes a difference has passed, so that other cookies and browsers need no copies of their own.
    set beresp.http.vary = regsub(beresp.http.vary, ",\s*accept, cookie", "");
    # The age that Ajo gives is the longest.
    set beresp.grace = 0s;
  } else if (beresp.http.cache-control ~ "public, no-cache") {
    # A change has overtaken this response. The next one can be kept.
    set beresp.uncacheable = true;
    set beresp.ttl = 1s;
    return (deliver);
  }
}

sub vcl_deliver {
  if (resp.http.surrogate-key == "ajo") {
    unset resp.http.surrogate-key;
    set resp.http.vary = resp.http.vary + ", accept, cookie";
    set resp.http.cache-control = "public, no-cache";
  }
}
