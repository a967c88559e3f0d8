export { toPlaceSlug, writeCityPath, type Place, parsePlaceAddress, formatPlaceSegment } from '../../../src/domain/city-path.ts'
