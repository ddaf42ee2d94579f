import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { PublicLayout } from '../../layouts/public-layout.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { paths } from '../../navigation/paths.ts'
import { unsubscribeText } from '../../text/unsubscribe.ts'
import { Button, buttonClass } from '../../ui/button.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  return { isDone: new URL(request.url).searchParams.has('done') }
}

/** Opening the link changes nothing, because mail programs open links too. The form posts to the same URL as one-click unsubscribing. */
export function Component() {
  const text = unsubscribeText
  const { isDone } = useLoaderData<typeof loader>()
  return (
    <PublicLayout>
      <PageHead title={text.title} />
      <div className="wrap max-w-xl space-y-6 py-8 lg:py-12">
        <h1 className="text-2xl font-extrabold">{text.title}</h1>
        {isDone ? (
          <>
            <output className="card block p-5 font-semibold">{text.done}</output>
            <Link to={paths.landing} className={buttonClass('quiet')}>
              {text.home}
            </Link>
          </>
        ) : (
          <form method="post" className="space-y-6">
            <p>{text.question}</p>
            <Button type="submit">{text.confirm}</Button>
          </form>
        )}
      </div>
    </PublicLayout>
  )
}
