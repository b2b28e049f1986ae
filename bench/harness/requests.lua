-- Sends requests that were written beforehand, one after the other: `wrk ... -s requests.lua url -- file`.
-- The file holds `<length>\n<request>` for each. Nothing is put together while it runs: a generator must not take
-- the server's share of the machine.
local requests = {}
local next = 0

function init(args)
  local file = assert(io.open(args[1], "rb"))
  while true do
    local length = file:read("*n")
    if not length then break end
    file:read(1)
    requests[#requests + 1] = file:read(length)
  end
  file:close()
end

function request()
  next = next + 1
  if next > #requests then next = 1 end
  return requests[next]
end

function done(summary, latency, _)
  local errors = summary.errors
  io.write(string.format(
    '\nwrk-result {"requests":%d,"micros":%d,"refused":%d,"broken":%d,"p50Micros":%d,"p99Micros":%d}\n',
    summary.requests, summary.duration, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
