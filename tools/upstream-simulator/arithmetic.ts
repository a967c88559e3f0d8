export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

/** NaN of no values. */
export const mean = (values: readonly number[]): number => sum(values) / values.length
