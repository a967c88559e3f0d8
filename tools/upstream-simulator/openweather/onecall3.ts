import { localDays } from '../places/zone.ts'
import { seconds } from '../times.ts'
import { warningsAt } from '../warnings/warnings.ts'
import { json, round, type WireAnswer, type WireRequest } from '../wire.ts'
import type { World } from '../world.ts'
import { currentBlock, hourBlock, observationTime, readContext } from './blocks.ts'
import { dayBlock } from './daily.ts'
import { hasRadar, minutes } from './minutely.ts'

const HOUR = 3_600_000

/** `GET /data/3.0/onecall` */
export function oneCall3(world: World, request: WireRequest): WireAnswer {
  const context = readContext(world, request, '3.0')
  if ('status' in context) return context
  const { lat, lon, zone } = context
  const excluded = new Set((request.query.get('exclude') ?? '').split(','))
  const dt = observationTime(lat, lon, request.now)
  const days = localDays(zone, dt, 8)
  const noon = (days[0]?.startMs ?? dt) + 12 * HOUR
  const runningHour = Math.floor(dt / HOUR) * HOUR
  const warnings = excluded.has('alerts')
    ? []
    : warningsAt(world, lat, lon, request.now).filter((warning) => request.now < warning.cancelledAt)
  return json(200, {
    lat: round(lat, 4),
    lon: round(lon, 4),
    timezone: zone.id,
    timezone_offset: zone.offsetAt(request.now),
    ...(excluded.has('current') ? {} : { current: currentBlock(context, dt, noon) }),
    ...(excluded.has('minutely') || !hasRadar(zone.id) ? {} : { minutely: minutes(context.series, request.now, lat) }),
    ...(excluded.has('hourly') ? {} : { hourly: Array.from({ length: 48 }, (_, i) => hourBlock(context, runningHour + i * HOUR)) }),
    ...(excluded.has('daily') ? {} : { daily: days.map((day) => dayBlock(context, day)) }),
    ...(warnings.length === 0
      ? {}
      : {
          alerts: warnings.map((warning) => ({
            sender_name: warning.sender,
            event: warning.event,
            start: seconds(warning.start),
            end: seconds(warning.end),
            description: warning.description,
            tags: warning.tags,
          })),
        }),
  })
}
