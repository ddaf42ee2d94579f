import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'
import { useLoaderData } from '#web/router/navigate.tsx'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { useSite } from '../../api/site.tsx'
import { isMailLinkDone, MailLinkLayout } from '../../layouts/mail-link-layout.tsx'
import { secureAccountText } from '../../text/secure-account.ts'

export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  return {
    isDone: isMailLinkDone(request),
    isExpired: searchParams.has('expired'),
    isFormer: searchParams.has('former'),
  }
}

/**
 * Opened from a mail about a change of the account. The server redirects to `?done` or `?expired`. `?former` is in the mail to the address
 * that the account had before.
 */
export function Component() {
  const { isDone, isExpired, isFormer } = useLoaderData<typeof loader>()
  const { supportEmail } = useSite()
  const { former, ...own } = secureAccountText
  const { done, expired, ...text } = isFormer ? { ...own, ...former } : own
  const duration = formatDuration(terms.secureAccountLink)
  const result = isExpired
    ? expired({ support: supportEmail, duration })
    : done({ support: supportEmail })
  return <MailLinkLayout text={{ ...text, done: result }} isDone={isDone} isExpired={isExpired} />
}
