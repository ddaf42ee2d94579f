import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'
import { useActionData, useLoaderData, Link } from '#web/router/navigate.tsx'
import { redirect } from '#web/router/responses.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { writeCookies } from '../../api/cookies.ts'
import { ActionForm } from '../../forms/action-form.tsx'
import { readValues, submitForm } from '../../forms/form-action.ts'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { TaskPage } from '../../layouts/task-page.tsx'
import { mailedTo } from '../../navigation/carried-values.ts'
import { givenPath, paths } from '../../navigation/paths.ts'
import { myDonationsText } from '../../text/my-donations.ts'
import { Field } from '../../ui/fields.tsx'
import { DonePanel } from '../../ui/done-panel.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  const isSent = new URL(request.url).searchParams.has('sent')
  return { isSent, address: isSent ? mailedTo.read(request)?.email : undefined }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const values = await readValues(request)
  return submitForm({ values, schema: 'guestDataRequestSchema' }, async (form) => {
    await getApi(context).post('/guest-data/links', form)
    const headers = writeCookies([mailedTo.keep({ email: form.email, at: Date.now() })])
    return redirect(`${paths.myDonations}?sent`, { headers })
  })
}

/** Where donors without an account request a link to their donations. Works without script. */
export function Component() {
  const { title, request: text } = myDonationsText
  const { isSent, address } = useLoaderData<typeof loader>()
  return (
    <TaskPage title={title}>
      {isSent ? (
        <DonePanel address={address} link={{ to: paths.myDonations, name: text.again }}>
          {text.sent({ duration: formatDuration(terms.guestLink) })}
        </DonePanel>
      ) : (
        <RequestForm />
      )}
      <p className="text-sm text-muted">
        {text.account}{' '}
        <Link to={givenPath} reloadDocument className="link">
          {text.logIn}
        </Link>
      </p>
    </TaskPage>
  )
}

function RequestForm() {
  const { request: text } = myDonationsText
  const result = useActionData<typeof action>()
  return (
    <ActionForm result={result} schema="guestDataRequestSchema">
      {(field) => (
        <>
          <p>{text.intro}</p>
          <Field label={text.email} {...field('email')} type="email" required />
          <SubmitButton wait={result}>{text.send}</SubmitButton>
        </>
      )}
    </ActionForm>
  )
}
