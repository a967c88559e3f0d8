-- The first source of the place, which `errors` compare the blend with; '': of before this was known, so that they begin anew.
ALTER TABLE blend_place ADD COLUMN first_source text NOT NULL DEFAULT '';
