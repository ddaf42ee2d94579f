import type { FormResult } from '#web/forms/form-result.ts'
import { authText } from '#web/text/auth.ts'

/** What a link says that lost its code, for example in a mail program. */
export const incompleteLink: FormResult = {
  values: {},
  fields: {},
  message: authText.reset.incomplete,
}
