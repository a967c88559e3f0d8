export { addressName, cityPath, type Place, placeInAddress } from '../../../src/domain/city-path.ts'
