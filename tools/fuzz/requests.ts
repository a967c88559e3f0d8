import type { DocumentedOperation, Parameter } from '../../test/helpers/openapi.ts'
import type { Random } from '../random.ts'
import { hostileText, jsonOf } from './hostile.ts'
import type { Manner, Schema, Values } from './values.ts'
import type { WireRequest } from './wire.ts'

/** Credentials for access; fetched anew for each request, since fuzzed requests may revoke them. */
export interface Credentials {
  readonly sessionCookie: string
  readonly cronSecret: string
}

export interface RequestOptions {
  readonly values: Values
  readonly credentials: Credentials
  /** Ids and tokens seen in answers, so that some requests name things that exist. */
  readonly known: readonly string[]
}

type Header = readonly [name: string, value: string]

const JSON_TYPE = 'application/json'
const NAMES_ONE = /(?:id|token|key|version)$/i

/** A request to an operation: within, at or beyond its limits, with or without credentials, and sometimes with odd HTTP. */
export function requestTo({ method, path, operation }: DocumentedOperation, options: RequestOptions, random: Random): WireRequest {
  const manner = random.pick<Manner>(['valid', 'valid', 'boundary', 'hostile'])
  const parameters = operation.parameters ?? []
  const target = targetOf(path, parameters, options, manner, random)
  const headers = [...credentialsOf(operation, options.credentials, random), ...oddHeaders(random)]
  const body = bodyOf(operation, options.values, manner, random)
  const request: WireRequest = { method, target, headers: [...(body?.headers ?? []), ...headers], body: body?.bytes ?? null }
  return random.chance(0.05) ? odd(request, random) : request
}

function targetOf(
  path: string,
  parameters: readonly Parameter[],
  { values, known }: RequestOptions,
  manner: Manner,
  random: Random,
): string {
  const query: string[] = []
  let filled = path
  for (const parameter of parameters) {
    const { name, in: place, required = false, schema, example, examples } = parameter
    if (place === 'header') continue
    const samples = [...(example === undefined ? [] : [example]), ...Object.values(examples ?? {}).map(({ value }) => value)]
    const asSchema: Schema = samples.length === 0 ? (schema as Schema) : { examples: samples, ...(schema as Schema) }
    const isKnown = known.length > 0 && NAMES_ONE.test(name) && random.chance(0.5)
    const value = isKnown ? random.pick(known) : values.of(asSchema, manner, random)
    const text = typeof value === 'string' ? value : jsonOf(value)
    const written = random.chance(manner === 'hostile' ? 0.05 : 0) ? random.pick(['%', '%zz', '%ff', '%00', '+', '%C0%AF']) : encoded(text)
    if (place === 'path') filled = filled.replace(`{${name}}`, () => (written === '' ? '%20' : written))
    else if (required ? manner === 'valid' || random.chance(0.93) : random.chance(0.4)) {
      query.push(`${encodeURIComponent(name)}=${written}`)
      if (manner === 'hostile' && random.chance(0.05)) query.push(`${encodeURIComponent(name)}=${written}`)
    }
  }
  if (manner === 'hostile' && random.chance(0.1))
    query.push(random.pick(['x', '=', '&&', '__proto__=1', `${encoded(hostileText(random))}=1`, 'a[]=1', 'a[b]=c']))
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 12_000)
}

function credentialsOf(
  { security = [] }: DocumentedOperation['operation'],
  { sessionCookie, cronSecret }: Credentials,
  random: Random,
): Header[] {
  const schemes = new Set(security.flatMap(Object.keys))
  const isHonest = random.chance(0.9)
  if (schemes.has('cronSecret'))
    return isHonest ? [['Authorization', `Bearer ${cronSecret}`]] : [['Authorization', random.pick(['Bearer', 'Bearer x', 'Basic eDp4'])]]
  if (!schemes.has('adminSession')) return random.chance(0.1) ? [['Cookie', sessionCookie]] : []
  return isHonest ? [['Cookie', sessionCookie]] : random.pick<Header[]>([[], [['Cookie', 'service_admin_session=x; =; ;;']]])
}

function bodyOf({ requestBody }: DocumentedOperation['operation'], values: Values, manner: Manner, random: Random) {
  if (requestBody === undefined)
    return random.chance(0.02) ? { headers: [['Content-Type', JSON_TYPE]] as Header[], bytes: Buffer.from('{}') } : undefined
  const types = Object.keys(requestBody.content)
  const type = types.includes(JSON_TYPE) && random.chance(0.9) ? JSON_TYPE : random.pick(types)
  const media = requestBody.content[type]
  const value = values.of((media?.schema ?? {}) as Schema, manner, random)
  const bytes = Buffer.from(type.includes('urlencoded') ? formOf(value) : jsonOf(value))
  const written = random.chance(0.97)
    ? type
    : random.pick(['text/plain', `${type}; charset=utf-16`, 'multipart/form-data', '', 'application/json; x="', 'APPLICATION/JSON'])
  return { headers: [['Content-Type', written]] as Header[], bytes: random.chance(0.02) ? bytes.subarray(0, bytes.length / 2) : bytes }
}

function formOf(value: unknown): string {
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return fields.map(([name, each]) => `${encodeURIComponent(name)}=${encoded(typeof each === 'string' ? each : jsonOf(each))}`).join('&')
}

const HEADERS: Readonly<Record<string, readonly string[]>> = {
  Accept: ['application/json', 'text/html', 'text/csv', '*/*', 'text/html;q=0, application/json;q=x', 'x'.repeat(2_000)],
  'Accept-Encoding': ['gzip', 'br', 'gzip;q=0, *;q=0', 'identity;q=0', 'zstd'],
  'Accept-Language': ['de', 'xx-YY', 'de;q=2', '*', 'e\u0000n'.replace('\u0000', '\u00ff'), 'en-'.repeat(50)],
  'If-None-Match': ['*', 'W/"x"', '"', 'W/"x", "y"'.repeat(20)],
  'If-Match': ['"1"'],
  'Idempotency-Key': ['k', 'x'.repeat(300), ''],
  Origin: ['https://elsewhere.example', 'null', 'x'],
  Range: ['bytes=0-1', 'bytes=-'],
  'Sec-Fetch-Site': ['same-origin', 'cross-site', 'x'],
  'Sec-GPC': ['1'],
  'User-Agent': ['Mozilla/5.0 Firefox/150.0', 'Googlebot/2.1', '', 'x'.repeat(4_000)],
  'X-Forwarded-For': ['1.2.3.4', '::1', 'x', '1.2.3.4, '.repeat(30)],
  'X-HTTP-Method-Override': ['DELETE'],
  Cookie: ['site_preferences=%', 'a=b; a=c'],
  Expect: ['100-continue'],
}

function oddHeaders(random: Random): Header[] {
  const names = Object.keys(HEADERS).filter(() => random.chance(0.06))
  return names.map((name): Header => [name, random.pick(HEADERS[name] ?? [''])])
}

/** Requests that ordinary clients cannot send. */
function odd(request: WireRequest, random: Random): WireRequest {
  const body = request.body ?? Buffer.from('{}')
  const type: Header = ['Content-Type', JSON_TYPE]
  return random.pick<() => WireRequest>([
    () => ({ ...request, method: random.pick(['PROPFIND', 'TRACE', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'get']) }),
    () => ({ ...request, headers: [...request.headers, ['Host', 'elsewhere.example']] }),
    () => ({ ...request, headers: [...request.headers, ['X-Long', 'x'.repeat(17_000)]] }),
    () => ({ ...request, target: `${request.target}${request.target.includes('?') ? '&' : '?'}${'x'.repeat(9_000)}` }),
    () => ({
      ...request,
      bare: true,
      headers: [['Host', 'localhost'], ['Connection', 'close'], ['Transfer-Encoding', 'chunked'], type],
      body: chunked(body),
    }),
    () => ({ ...request, bare: true, headers: [['Host', 'localhost'], ['Connection', 'close'], ['Content-Length', 'x'], type], body }),
    () => ({
      ...request,
      bare: true,
      headers: [
        ['Host', ' '],
        ['Connection', 'close'],
      ],
      body: null,
    }),
    () => ({ ...request, headers: [...request.headers, ['Content-Encoding', 'gzip']] }),
    () => ({ ...request, headers: [type], body: Buffer.alloc(200_000, 'x') }),
    () => ({ ...request, headers: [type], body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) }),
  ])()
}

function chunked(body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')])
}
