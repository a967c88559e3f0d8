import { writeFile } from 'node:fs/promises'
import { baseMap } from './base-map.ts'
import { COARSE_SIZE, FINE_SIZE } from './path.ts'

/** `node tools/base-map/main.ts` draws the base maps of the site anew: `web/public/base-map.json` and `base-map-fine.json`. */
await writeFile(new URL('../../web/public/base-map.json', import.meta.url), await baseMap(COARSE_SIZE))
await writeFile(new URL('../../web/public/base-map-fine.json', import.meta.url), await baseMap(FINE_SIZE))
