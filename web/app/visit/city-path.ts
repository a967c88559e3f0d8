export { addressName, cityPath, type Place, placeInAddress } from '../../../src/weather/city-path.ts'
