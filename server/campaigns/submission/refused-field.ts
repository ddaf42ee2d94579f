import { Refused } from '../../http/context.ts'

/** What only the server can know to be wrong, told beside its field. */
export function refusedField(name: string, message: string): Refused {
  return new Refused('invalid-input', { fields: { [name]: [message] } })
}
