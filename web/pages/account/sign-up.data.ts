import { signUpSchema } from '#shared/account.ts'
import { done, failed } from '#shared/toasts.ts'
import { ApiError, getApi } from '#web/api/client.ts'
import { writeCookies } from '#web/api/cookies.ts'
import { createAccount } from '#web/pages/account/parts/create-account.ts'
import { submitForm, readValues } from '#web/forms/form-action.ts'
import type { FormValues } from '#web/forms/form-values.ts'
import { leadOn } from '#web/pages/account/parts/lead-on.ts'
import { redirectWithToast } from '#web/navigation/redirect-with-toast.ts'
import { rememberAccount } from '#web/pages/parts/session/session.ts'
import { paths } from '#web/navigation/paths.ts'
import { keepReferrer } from '#web/navigation/next-path.ts'
import { data } from '#web/router/responses.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/route.ts'

const toInput = (values: FormValues) => ({ ...values, terms: values['terms'] !== undefined })

/** Checks the form while it is filled in. */
export const form = { schema: signUpSchema, toInput }

export async function loader({ request, context }: LoaderFunctionArgs) {
  await leadOn({ context, request })
  return data(null, { headers: writeCookies(keepReferrer(request)) })
}

/** Specification §4, Sign-up flow. */
export async function action({ request, context }: ActionFunctionArgs) {
  const values = await readValues(request)
  return submitForm({ values, input: toInput(values), schema: signUpSchema }, async (signUp) => {
    const { account } = await createAccount(getApi(context), signUp).catch(explainFailure)
    rememberAccount(account)
    return redirectWithToast(paths.emailVerification, done.accountCreated)
  })
}

/** Errors without a message for this form have one of its own (specification §8). */
function explainFailure(error: unknown): never {
  if (error instanceof ApiError && ['internal', 'content-unavailable'].includes(error.code))
    throw new ApiError(error.status, error.code, { message: failed.createUser })
  throw error
}
