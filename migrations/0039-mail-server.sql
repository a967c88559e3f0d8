-- When a node last had a mail server to send by. A node without one leaves waiting mails to it instead of writing them to files.
CREATE TABLE mail_server (
  one     boolean     PRIMARY KEY DEFAULT true CHECK (one),
  seen_at timestamptz NOT NULL
);
