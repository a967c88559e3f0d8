-- When the link of a confirmation mail proved to this row's client that the address is its reader's; null: the client's word alone. `confirmed_at`
-- says that mail goes out, and is also set where double opt-in is off.
alter table subscription
  add column proved_at timestamptz,
  add constraint subscription_proof_is_confirmed check (proved_at is null or confirmed_at is not null);

-- A link is known to have confirmed a row where the use of a confirmation is still stored, and where the row was not written at that instant: only
-- links confirm without a change. Everything else counts as not proved.
update subscription s
   set proved_at = s.confirmed_at
 where s.confirmed_at is not null
   and (s.updated_at < s.confirmed_at
     or exists (select from subscription_confirmation c
                 where c.client = s.client and c.email_key = s.email_key and c.used_at = s.confirmed_at));

-- What an address proved to a client holds for all that the client keeps for it.
update subscription s
   set proved_at = greatest(proof.at, s.confirmed_at)
  from (select client, email_key, min(proved_at) as at from subscription where active and proved_at is not null group by client, email_key) proof
 where s.client = proof.client and s.email_key = proof.email_key and s.active and s.confirmed_at is not null and s.proved_at is null;
