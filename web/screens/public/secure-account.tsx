import { useLoaderData } from '#web/router/hooks.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { useSite } from '../../api/site.tsx'
import { isMailLinkDone, MailLinkLayout } from '../../layouts/mail-link-layout.tsx'
import { secureAccountText } from '../../text/secure-account.ts'

export function loader({ request }: LoaderFunctionArgs) {
  const isExpired = new URL(request.url).searchParams.has('expired')
  return { isDone: isMailLinkDone(request), isExpired }
}

/** Opened from a mail about a change of the account. The server redirects to `?done` or `?expired`. */
export function Component() {
  const { isDone, isExpired } = useLoaderData<typeof loader>()
  const { supportEmail } = useSite()
  const { done, expired, ...text } = secureAccountText
  const result = (isExpired ? expired : done)(supportEmail)
  return <MailLinkLayout text={{ ...text, done: result }} isDone={isDone || isExpired} />
}
