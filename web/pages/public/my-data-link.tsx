import { formatDuration } from '#shared/duration.ts'
import type { GuestData } from '#shared/guest-data.ts'
import { terms } from '#shared/terms.ts'
import { useLoaderData, useParams, Link } from '#web/router/navigate.tsx'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { nullIf } from '../../api/api-error.ts'
import { getApi } from '../../api/client.ts'
import { TaskPage } from '../../layouts/task-page.tsx'
import { myDataLinkPath, myDonationsLinkPath, paths } from '../../navigation/paths.ts'
import { legalHoldText } from '../../text/legal-hold.ts'
import { myDataText } from '../../text/my-data.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { DonePanel } from '../../ui/done-panel.tsx'

const { link: text } = myDataText

/** A link that we did not create looks like one that has expired. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const isAsking = new URL(request.url).searchParams.has('erase')
  const found = getApi(context).get('/guest-data/:id', { id: params.token ?? '' })
  return { isAsking, found: await found.catch(nullIf('not-found')) }
}

/** Opened from a mail, without an account. The buttons post to the server and work without script. */
export function Component() {
  const { title } = myDataText
  return (
    <TaskPage title={title}>
      <Content />
    </TaskPage>
  )
}

function Content() {
  const { found, isAsking } = useLoaderData<typeof loader>()
  if (found?.isErased)
    return <DonePanel link={{ to: paths.landing, name: text.home }}>{text.erased}</DonePanel>
  if (!found || found.isExpired)
    return (
      <DonePanel isRefused link={{ to: paths.myDonations, name: text.again }}>
        {text.expired({ duration: formatDuration(terms.guestLink) })}
      </DonePanel>
    )
  if (isAsking && found.holds.length === 0) return <Question />
  return <Choices {...found} />
}

function Choices({ donations, isDownloaded, holds }: GuestData) {
  const { token = '' } = useParams()
  const path = myDataLinkPath(token)
  return (
    <>
      <Link to={myDonationsLinkPath(token)} className="link tap text-sm">
        {text.toDonations}
      </Link>
      <p>{text.found({ donations: String(donations) })}</p>
      {isDownloaded ? (
        <p className="text-sm text-muted">{text.downloaded}</p>
      ) : (
        <form method="post" action={`${path}/download`} className="space-y-3">
          <p className="text-sm text-muted">{text.downloadHint}</p>
          <Button type="submit">{text.download}</Button>
        </form>
      )}
      {holds.length === 0 ? (
        <div className="space-y-3">
          <p className="text-sm text-muted">{text.eraseHint}</p>
          <Link to={`${path}?erase`} className={buttonClass('quiet-danger')}>
            {text.erase}
          </Link>
        </div>
      ) : (
        <div className="card space-y-2 p-5">
          <p className="font-semibold">{text.held}</p>
          {holds.map((hold) => (
            <p key={hold}>{legalHoldText.reasons[hold]}</p>
          ))}
        </div>
      )}
    </>
  )
}

function Question() {
  const path = myDataLinkPath(useParams().token ?? '')
  return (
    <form method="post" action={`${path}/erase`} className="space-y-6">
      <p>{text.question}</p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger">
          {text.confirm}
        </Button>
        <Link to={path} className={buttonClass('quiet')}>
          {text.back}
        </Link>
      </div>
    </form>
  )
}
