import { useLoaderData, useParams } from '#web/router/navigate.tsx'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { isMailLinkDone, MailLinkLayout } from '../../layouts/mail-link-layout.tsx'
import { unsubscribeFromAllPath } from '../../navigation/paths.ts'
import { unsubscribeText } from '../../text/unsubscribe.ts'
import { Button } from '../../ui/button.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  const isFromAll = new URL(request.url).searchParams.get('done') === 'all'
  return { isDone: isMailLinkDone(request), isFromAll }
}

/** Opened from an organiser's email. Mail programs unsubscribe at the same URL with one click. */
export function Component() {
  const { isDone, isFromAll } = useLoaderData<typeof loader>()
  const { token = '' } = useParams()
  const text = isFromAll ? { ...unsubscribeText, done: unsubscribeText.doneAll } : unsubscribeText
  return (
    <MailLinkLayout text={text} isDone={isDone}>
      <form method="post" action={unsubscribeFromAllPath(token)}>
        <Button type="submit" variant="quiet">
          {unsubscribeText.all}
        </Button>
      </form>
    </MailLinkLayout>
  )
}
