import { Button } from '@mantine/core'
import { isRouteErrorResponse, Link, Outlet, useRouteError } from 'react-router'
import { failureOf } from '../kit/answer.ts'
import { FailureNote } from '../kit/failure.tsx'
import { Nothing } from '../kit/nothing.tsx'
import { Page } from '../kit/page.tsx'

/** Around the pages of the back office: what fails in one of them leaves the frame standing. */
export default function PageBoundary() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return (
    <Page title="This page cannot be shown">
      <FailureNote failure={failureOf(error)} onRetry={() => location.reload()} />
    </Page>
  )
}

export function NotFound() {
  return (
    <Page title="Page not found">
      <Nothing icon="page" title="The address may be mistyped, or the page is gone">
        <Button component={Link} to="/admin" variant="default" mt="sm">
          To the dashboard
        </Button>
      </Nothing>
    </Page>
  )
}
