/** Requests of mail services, after the examples in their documentation (read 2026-11-26), about a mail to ada@example.org. */

export const postmarkBounce = {
  RecordType: 'Bounce',
  ID: 42,
  Type: 'HardBounce',
  TypeCode: 1,
  Name: 'Hard bounce',
  Tag: 'Test',
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
  Details: 'Test bounce details',
  Email: 'Ada@example.org',
  BouncedAt: '2026-07-01T11:59:00.2735393-04:00',
  DumpAvailable: true,
  Inactive: true,
  CanActivate: true,
  Subject: 'Berlin',
}
export const postmarkComplaint = { ...postmarkBounce, RecordType: 'SpamComplaint', Type: 'SpamComplaint', TypeCode: 512 }

export const buildMailgunFailure = (mailId: string) => ({
  event: 'failed',
  id: 'G9Bn5sl1TC6nu79C8C0bwg',
  timestamp: 1_751_371_140.1,
  severity: 'permanent',
  reason: 'bounce',
  recipient: 'ada@example.org',
  'delivery-status': { code: 550, 'enhanced-code': '5.1.1', message: '5.1.1 The email account does not exist', description: '' },
  message: { headers: { to: 'ada@example.org', 'message-id': `${mailId}@weather.example`, from: 'no-reply@weather.example' } },
})

export const resendBounced = {
  type: 'email.bounced',
  created_at: '2026-07-01T12:00:00.000Z',
  data: {
    created_at: '2026-07-01T11:59:59.000Z',
    email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
    from: 'Isobar <no-reply@weather.example>',
    to: ['ada@example.org'],
    subject: 'Berlin',
    bounce: { message: "The recipient's email address is on the suppression list.", subType: 'Suppressed', type: 'Permanent' },
  },
}

export const TOPIC = 'arn:aws:sns:us-west-2:123456789012:Bounces'
export const SIGNED = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
export const SIGNED_SUBSCRIPTION = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']

const envelope = {
  MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
  TopicArn: TOPIC,
  Timestamp: '2026-07-01T12:00:00.000Z',
  SigningCertURL: 'https://sns.us-west-2.amazonaws.com/SimpleNotificationService-c9d135aa0123456789abcdef01234567.pem',
}

export const buildSnsNotification = (message: object): Record<string, string> => ({
  ...envelope,
  Type: 'Notification',
  Message: JSON.stringify(message),
})

export const buildSnsSubscription = (): Record<string, string> => ({
  ...envelope,
  Type: 'SubscriptionConfirmation',
  Token: '2336412f37f',
  Message: 'You have chosen to subscribe to the topic.\nTo confirm the subscription, visit the SubscribeURL included in this message.',
  SubscribeURL: `https://sns.us-west-2.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=2336412f37f`,
})

const mail = (mailId: string) => ({
  timestamp: '2026-07-01T11:59:38.237Z',
  source: 'no-reply@weather.example',
  messageId: '00000138111222aa-33322211-cccc-cccc-cccc-ddddaaaa0680-000000',
  destination: ['jane@example.com'],
  headersTruncated: false,
  headers: [
    { name: 'From', value: '"Isobar" <no-reply@weather.example>' },
    { name: 'Message-ID', value: `<${mailId}@weather.example>` },
  ],
})

export const buildSesBounce = (mailId: string) => ({
  notificationType: 'Bounce',
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [
      { emailAddress: 'jane@example.com', status: '5.1.1', action: 'failed', diagnosticCode: 'smtp; 550 5.1.1 <jane@example.com>... User' },
    ],
    timestamp: '2026-07-01T11:59:38.237Z',
    feedbackId: '00000138111222aa-33322211-cccc-cccc-cccc-ddddaaaa068a-000000',
  },
  mail: mail(mailId),
})

export const buildSesComplaint = (mailId: string) => ({
  notificationType: 'Complaint',
  complaint: { complainedRecipients: [{ emailAddress: 'jane@example.com' }], complaintFeedbackType: 'abuse' },
  mail: mail(mailId),
})
