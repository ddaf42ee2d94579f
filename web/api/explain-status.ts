import { clientError, type ApiError } from './api-error.ts'

/** The error of a response whose body does not explain it. */
export const explainStatus = (status: number): ApiError =>
  clientError(status, status === 404 ? 'not-found' : 'internal')
