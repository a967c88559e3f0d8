export { addressName, cityPath, type Place, placeInAddress, placeSegment } from '../../../src/domain/city-path.ts'
