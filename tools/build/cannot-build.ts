/**
 * Thrown when the packages needed to build are not installed, as in a production install without development packages, or when the
 * project's folder is not writable.
 */
export class CannotBuild extends Error {}
