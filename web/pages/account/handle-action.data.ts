import type { Recovery } from '#shared/account.ts'
import { toasts } from '#shared/text/toasts.ts'
import { ApiError, getApi, type Api } from '#web/api/client.ts'
import { paths } from '#web/navigation/paths.ts'
import { data, redirect } from '#web/router/responses.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/route.ts'

/** `isSpent` is true if the link can never work again. */
export type LinkState = {
  mode: 'verifyEmail' | 'verifyAndChangeEmail' | 'resetPassword' | 'recovery' | 'unknown'
  message: string | null
  isSpent: boolean
  /** What a link in a warning of the identity provider undoes. After the action, what it has undone. */
  recovery?: Recovery
  retryAfterSeconds?: number | undefined
}

/**
 * The target of the links in emails (specification §2). A GET changes nothing, because mail programs open links on their own: it checks a
 * reset code without using it, and a verification code is applied by the POST of the form.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { mode, code } = readLink(request)
  if (mode === 'verifyEmail' || mode === 'verifyAndChangeEmail')
    return toResponse({ mode, message: null, isSpent: false })
  if (isRecovery(mode)) return loadRecovery(getApi(context), code)
  if (mode !== 'resetPassword')
    return toResponse({ mode: 'unknown', message: toasts.failed.mode, isSpent: true })
  try {
    await getApi(context).post('/account/reset/check', { code })
  } catch (error) {
    return toResponse({ mode, ...toFailure(error) })
  }
  return redirect(`${paths.resetPassword}?oobCode=${encodeURIComponent(code)}`)
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { mode: named, code } = readLink(request)
  if (isRecovery(named)) return recover(getApi(context), code)
  const mode = named === 'verifyAndChangeEmail' ? named : 'verifyEmail'
  const path = mode === 'verifyEmail' ? '/account/verification/apply' : '/account/email/apply'
  try {
    await getApi(context).post(path, { code })
  } catch (error) {
    return toResponse({ mode, ...toFailure(error) })
  }
  return redirect(paths.emailVerifiedSuccess)
}

/** The modes of the links in Google's own warnings. */
const isRecovery = (mode: string | null) =>
  mode === 'recoverEmail' || mode === 'revertSecondFactorAddition'

async function loadRecovery(api: Api, code: string) {
  const mode = 'recovery'
  try {
    const { recovery } = await api.post('/account/recovery/check', { code })
    return toResponse({ mode, message: null, isSpent: false, recovery })
  } catch (error) {
    return toResponse({ mode, ...toFailure(error) })
  }
}

/** Reads what the code undoes before it is spent, because the loader that runs afterwards finds nothing. */
async function recover(api: Api, code: string) {
  const mode = 'recovery'
  try {
    const { recovery } = await api.post('/account/recovery/check', { code })
    await api.post('/account/recovery/apply', { code })
    return toResponse({ mode, message: null, isSpent: false, recovery })
  } catch (error) {
    return toResponse({ mode, ...toFailure(error) })
  }
}

function readLink(request: Request) {
  const { searchParams } = new URL(request.url)
  return { mode: searchParams.get('mode'), code: searchParams.get('oobCode') ?? '' }
}

function toResponse(state: LinkState) {
  return data(state, { status: state.message === null ? 200 : 400 })
}

/** A rejected code stays rejected. Other errors may pass. */
function toFailure(error: unknown) {
  if (!(error instanceof ApiError)) throw error
  const isSpent = [
    'invalid-action-code',
    'expired-action-code',
    'email-already-in-use',
    'invalid-input',
  ].includes(error.code)
  const { message, retryAfterSeconds } = error
  return { message, isSpent, retryAfterSeconds }
}
