-- Keyed hash of the mailbox that an address is one spelling of (plus tags, dots at Gmail): confirmation mails are counted for the mailbox. What was
-- asked for before has none, and is counted for a day no more.
alter table subscription_confirmation add column mailbox text;
create index subscription_confirmation_mailbox on subscription_confirmation (mailbox, created_at);
