/** A function that remembers its result for the last argument, by identity. */
export function rememberLast<A, R>(work: (argument: A) => R): (argument: A) => R {
  let last: { readonly argument: A; readonly result: R } | undefined
  return (argument) => {
    if (last?.argument !== argument) last = { argument, result: work(argument) }
    return last.result
  }
}
