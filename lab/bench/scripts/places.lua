-- wrk -s places.lua ORIGIN -- FIRST PATH: the places of a grid from the first on, each once; PATH holds %.2f twice, for latitude and longitude.
-- lab/bench/rows/second-level.ts knows the same grid.
local COLUMNS = 3000
local place, path

function init(args)
  place, path = tonumber(args[1]), args[2]
end

function request()
  local lat, lon = 10 + math.floor(place / COLUMNS) / 100, (place % COLUMNS) / 100
  place = place + 1
  return wrk.format("GET", string.format(path, lat, lon))
end
