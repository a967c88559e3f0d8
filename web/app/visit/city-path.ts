export { toPlaceSlug, writeCityPath, type Place, parsePlaceAddress, formatPlaceSegment } from '@isobar/weather'
