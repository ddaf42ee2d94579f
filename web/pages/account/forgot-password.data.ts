import { forgotPasswordSchema } from '#shared/account.ts'
import { submitForm, readValues } from '#web/forms/form-action.ts'
import { requestReset } from '#web/pages/account/parts/request-reset.ts'
import type { ActionFunctionArgs } from '#web/router/route.ts'

export async function action({ request, context }: ActionFunctionArgs) {
  const values = await readValues(request)
  return submitForm({ values, schema: forgotPasswordSchema }, ({ email }) =>
    requestReset(context, email),
  )
}
