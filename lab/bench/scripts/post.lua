-- wrk -s post.lua URL -- JSON: posts it.
function init(args)
  wrk.method = "POST"
  wrk.body = args[1]
  wrk.headers["content-type"] = "application/json"
end
