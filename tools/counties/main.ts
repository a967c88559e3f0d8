import { writeFile } from 'node:fs/promises'
import { drawCounties } from './counties.ts'

/** `node tools/counties/main.ts` redraws `packages/providers/src/nws/counties.json`: the outlines of the counties that warnings name. */
const { arcs, counties, scale } = await drawCounties()
const lines = [
  `{"scale":${scale},"arcs":[`,
  arcs.map((arc) => JSON.stringify(arc)).join(',\n'),
  '],"counties":{',
  Object.entries(counties)
    .map(([code, county]) => `${JSON.stringify(code)}:${JSON.stringify(county)}`)
    .join(',\n'),
  '}}\n',
]
await writeFile(new URL('../../packages/providers/src/nws/counties.json', import.meta.url), lines.join('\n'))
