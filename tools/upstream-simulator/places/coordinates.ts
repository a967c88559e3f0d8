/** Whether both are numbers in range. */
export const areCoordinates = (lat: number, lon: number): boolean => Math.abs(lat) <= 90 && Math.abs(lon) <= 180
