-- The list of the back office, newest first, a page at a time however many there are.
CREATE INDEX mail_suppression_since ON mail_suppression (since, address_hash);
