/** Reports as mail servers write them, about the mail with that id. */
const crlf = (lines: readonly string[]): string => lines.join('\r\n')

interface Dsn {
  readonly action?: string
  readonly status?: string
  readonly diagnostic?: string
  /** As the original is attached. */
  readonly original?: 'message/rfc822' | 'text/rfc822-headers' | 'message/global-headers' | null
  readonly recipient?: string
}

/** As Postfix writes them (RFC 3464). */
export function writeDsnReport(mailId: string, options: Dsn = {}): string {
  const { action = 'failed', status = '5.1.1', diagnostic = 'smtp; 550 5.1.1 <ada@example.org>: user unknown' } = options
  const { original = 'message/rfc822', recipient = 'ada@example.org' } = options
  return crlf([
    'Return-Path: <>',
    'Date: Thu, 26 Nov 2026 09:00:00 +0000 (UTC)',
    'From: MAILER-DAEMON@mx.example.net (Mail Delivery System)',
    'To: no-reply@weather.example',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="4Z1"',
    '',
    '--4Z1',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you that your message could not be delivered.',
    '',
    '--4Z1',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    'Arrival-Date: Thu, 26 Nov 2026 08:59:58 +0000 (UTC)',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Original-Recipient: rfc822;${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Remote-MTA: dns; mail.example.org',
    `Diagnostic-Code: ${diagnostic}`,
    '    in reply to RCPT TO command',
    '',
    ...(original === null
      ? []
      : [
          '--4Z1',
          `Content-Type: ${original}`,
          '',
          'From: "Isobar" <no-reply@weather.example>',
          `To: ${recipient}`,
          'Subject: Berlin: 2 to 7 C',
          `Message-ID:`,
          ` <${mailId}@weather.example>`,
          '',
          'The week ahead',
          '',
        ]),
    '--4Z1--',
    '',
  ])
}

/** A complaint (RFC 5965). */
export function writeArfReport(mailId: string, type = 'abuse'): string {
  return crlf([
    'From: <abusedesk@example.com>',
    'To: <no-reply@weather.example>',
    'Subject: FW: Berlin',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="part1"',
    '',
    '--part1',
    'Content-Type: text/plain; charset="US-ASCII"',
    '',
    'This is an email abuse report.',
    '--part1',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    '',
    '--part1',
    'Content-Type: message/rfc822',
    '',
    `Message-ID: <${mailId}@weather.example>`,
    'Subject: Berlin',
    '',
    'The week ahead',
    '--part1--',
    '',
  ])
}
