import { useLoaderData, useParams } from '#web/router/navigate.tsx'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { isMailLinkDone, MailLinkLayout } from '../../layouts/mail-link-layout.tsx'
import { mailChoicePath } from '../../navigation/paths.ts'
import { unsubscribeText } from '../../text/unsubscribe.ts'
import { Button } from '../../ui/button.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams
  const choice = search.get('done') ?? search.get('choice')
  return { isDone: isMailLinkDone(request), choice: choices.find((each) => each === choice) }
}

const choices = ['weekly', 'each', 'all'] as const

/** Opened from an organiser's email or the weekly one. Mail programs unsubscribe at the same URL with one click. */
export function Component() {
  const { isDone, choice } = useLoaderData<typeof loader>()
  const { token = '' } = useParams()
  const isDigest = choice === 'all'
  const { digest, choose, doneFor, ...one } = unsubscribeText
  const text = { ...one, ...(isDigest && digest), ...(choice && { done: doneFor[choice] }) }
  return (
    <MailLinkLayout text={text} isDone={isDone}>
      <div className="flex flex-wrap gap-3">
        {choices
          .filter((each) => (each === 'each') === isDigest)
          .map((each) => (
            <form key={each} method="post" action={mailChoicePath(token, each)}>
              <Button type="submit" variant="quiet">
                {choose[each]}
              </Button>
            </form>
          ))}
      </div>
    </MailLinkLayout>
  )
}
