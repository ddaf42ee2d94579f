import type * as z from 'zod/mini'

import { signUpSchema } from '#shared/account.ts'
import { browserNames } from '#shared/browser-names.ts'
import { toasts } from '#shared/text/toasts.ts'
import { ApiError, getApi } from '#web/api/client.ts'
import type { Answer } from '#web/api/routes.ts'
import { writeCookies } from '#web/api/cookies.ts'
import { readValues, submitForm } from '#web/forms/form-action.ts'
import type { FormValues } from '#web/forms/form-result.ts'
import { isToStartCampaign, keepReferrer } from '#web/navigation/next-path.ts'
import { paths } from '#web/navigation/paths.ts'
import type { UnsavedDraft } from '#web/navigation/record-visit.ts'
import { redirectWithToast } from '#web/navigation/redirect-with-toast.ts'
import { leadOn } from '#web/pages/account/parts/lead-on.ts'
import { rememberAccount } from '#web/pages/parts/session/session.ts'
import { data } from '#web/router/responses.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/route.ts'

import type { Api } from '../../api/client.ts'
import { isOffline } from '../../api/connection.ts'
import { isBrowser } from '../../api/cookies.ts'
import { readSessionStorage, removeFromSessionStorage } from '../../api/session-storage.ts'

const toInput = (values: FormValues) => ({ ...values, terms: values['terms'] !== undefined })

/** Checks the form while it is filled in. */
export const form = { schema: signUpSchema, toInput }

export async function loader({ request, context }: LoaderFunctionArgs) {
  await leadOn({ context, request })
  return data(
    { isToStart: isToStartCampaign(request) },
    { headers: writeCookies(keepReferrer(request)) },
  )
}

/** Specification §4, Sign-up flow. */
export async function action({ request, context }: ActionFunctionArgs) {
  const values = await readValues(request)
  return submitForm({ values, input: toInput(values), schema: signUpSchema }, async (signUp) => {
    const { account } = await createAccount(getApi(context), signUp).catch(explainFailure)
    rememberAccount(account)
    if (isBrowser) await saveDraft(getApi(context))
    return redirectWithToast(paths.emailVerification, toasts.done.accountCreated)
  })
}

/** Errors without a message for this form have one of its own (specification §8). */
function explainFailure(error: unknown): never {
  if (error instanceof ApiError && ['internal', 'content-unavailable'].includes(error.code))
    throw new ApiError(error.status, error.code, { message: toasts.failed.createUser })
  throw error
}

type SignUp = z.output<typeof signUpSchema>
type Session = Answer<'post', '/session'>

/** The email address of a sign-up whose response was lost. The account may exist. */
let unansweredEmail: string | undefined

/** Creates an account. If the last response was lost, it logs in first, so that a retry does not find the address taken. */
export async function createAccount(api: Api, signUp: SignUp): Promise<Session> {
  const isRetry = unansweredEmail === signUp.email
  unansweredEmail = undefined
  const session = isRetry ? await logIn(api, signUp) : null
  if (session) return session
  try {
    return await api.post('/account', signUp)
  } catch (error) {
    if (isBrowser && isOffline(error)) unansweredEmail = signUp.email
    throw error
  }
}

async function logIn(api: Api, { email, password }: SignUp): Promise<Session | null> {
  return api.post('/session', { email, password }).catch(() => null)
}

/** Saves what the new account took along: the mail that confirms the address opens another tab. The server checks it. */
async function saveDraft(api: Api): Promise<void> {
  const unsaved = readSessionStorage(browserNames.unsavedDraft) as UnsavedDraft | null
  if (!unsaved) return
  const { draft, writer } = unsaved
  await api.put('/draft', { ...draft, writer }).then(
    () => removeFromSessionStorage(browserNames.unsavedDraft),
    // This tab still has it.
    () => undefined,
  )
}
