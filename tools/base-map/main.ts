import { writeFile } from 'node:fs/promises'
import { baseMap } from './base-map.ts'

/** `node tools/base-map/main.ts` draws the base map of the site anew: `web/public/base-map.json`. */
await writeFile(new URL('../../web/public/base-map.json', import.meta.url), await baseMap())
